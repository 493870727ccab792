// The page works without this script: "more" is then a link to the next page.
document.documentElement.classList.add("scripted");

const filters = document.getElementById("filters");
// Arrow keys change a closed select step by step, so the reader confirms the choice with the button.
filters?.addEventListener("keydown", (event) => {
  if (event.key !== "Tab" && event.key !== "Enter") {
    filters.classList.add("by-keyboard");
  }
});
filters?.addEventListener("pointerdown", () => filters.classList.remove("by-keyboard"));
filters?.addEventListener("change", () => {
  if (!filters.classList.contains("by-keyboard")) {
    filters.requestSubmit();
  }
});
// After going back, the browser restores the last choice; choosing it again would not fire a change event.
addEventListener("pageshow", () => filters?.reset());

const cards = document.getElementById("cards");
const announcement = document.getElementById("announcement");
const stateKey = `yoil-shown ${location.pathname}${location.search}`;
// Pages to load automatically. After that the reader clicks, so that the end of the page stays reachable.
const automaticPages = 3;
let shown = 1;
let loading = null;

function more() {
  return document.getElementById("more");
}

async function append(focus) {
  const link = more();
  if (!link) {
    return false;
  }
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) {
      throw new Error(`${link.href}: status ${answer.status}`);
    }
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const present = new Set([...cards.children].map((card) => card.dataset.id));
    // A like may have moved a card from one page to the next.
    const added = [...next.querySelectorAll("#cards > .card")].filter((card) => !present.has(card.dataset.id));
    for (const card of added) {
      card.querySelector("img").loading = "lazy";
      cards.append(document.adoptNode(card));
    }
    const following = next.getElementById("more");
    if (following) {
      link.setAttribute("href", following.getAttribute("href"));
      link.removeAttribute("aria-busy");
    } else {
      link.remove();
    }
    shown += 1;
    announcement.textContent = announcement.dataset.added.replace("{0}", added.length)
      + (following ? "" : ` ${announcement.dataset.end}`);
    if (focus) {
      added[0]?.querySelector("a").focus();
    }
    return true;
  } catch (failure) {
    link.removeAttribute("aria-busy");
    announcement.textContent = announcement.dataset.failed;
    return false;
  }
}

function load(focus = false) {
  loading ??= append(focus).finally(() => {
    loading = null;
  });
  return loading;
}

async function restore(state) {
  while (shown < state.shown && await load()) {
    // Load the pages in order.
  }
  scrollTo(0, state.top);
}

function watch() {
  const link = more();
  if (!link) {
    return;
  }
  link.addEventListener("click", (event) => {
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      // With the keyboard, move the focus to the first added card.
      load(event.detail === 0);
    }
  });
  const observer = new IntersectionObserver(async (entries) => {
    if (entries.some((entry) => entry.isIntersecting)) {
      observer.unobserve(link);
      // After a failure, the reader clicks to try again.
      if (await load() && link.isConnected && shown <= automaticPages) {
        observer.observe(link);
      }
    }
    // Also intersects if the reader jumps past it to the end.
  }, { rootMargin: "1000000px 0px 400px 0px" });
  observer.observe(link);
}

addEventListener("pagehide", () => {
  sessionStorage.setItem(stateKey, JSON.stringify({ shown, top: scrollY }));
});

const [navigation] = performance.getEntriesByType("navigation");
const state = JSON.parse(sessionStorage.getItem(stateKey) ?? "null");
if (cards && state && state.shown > 1 && (navigation?.type === "back_forward" || navigation?.type === "reload")) {
  history.scrollRestoration = "manual";
  restore(state).finally(watch);
} else if (cards) {
  watch();
}
