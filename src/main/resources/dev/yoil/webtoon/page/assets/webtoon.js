document.documentElement.classList.add("scripted");

const { api, webtoon } = document.body.dataset;
const here = `${api}/webtoon/${webtoon}`;
const texts = new Map([...document.getElementById("texts").content.querySelectorAll("[data-key]")]
  .map((text) => [text.dataset.key, text.textContent]));
const number = new Intl.NumberFormat(document.documentElement.lang);
const announcement = document.getElementById("announcement");
const form = document.getElementById("review-form");
const title = document.getElementById("writing");
const problem = document.getElementById("problem");
const cancel = document.getElementById("cancel");
const like = document.getElementById("like");
let token = null;
let edited = null;

class RequestError extends Error {
}

function announce(key) {
  announcement.textContent = texts.get(key);
}

async function tokenHeader() {
  token ??= await (await fetch(`${api}/csrf`)).json();
  return { [token.header]: token.token };
}

async function explained(answer) {
  const details = await answer.json().catch(() => ({}));
  const key = (details.type ?? "").split(":").pop();
  const text = texts.get(key) ?? texts.get("failed");
  return { key, text: text.replace("{0}", answer.headers.get("Retry-After") ?? "60") };
}

async function change(method, path, body, again = true) {
  let answer;
  try {
    const headers = await tokenHeader();
    if (body) {
      headers["Content-Type"] = "application/json";
    }
    answer = await fetch(here + path, { method, headers, body: body && JSON.stringify(body) });
  } catch (failure) {
    throw new RequestError(texts.get("offline"));
  }
  if (answer.ok) {
    return answer;
  }
  const { key, text } = await explained(answer);
  if (key === "missing-csrf-token" && again) {
    token = null;
    return change(method, path, body, false);
  }
  throw new RequestError(text);
}

// The server renders reviews: replace the current ones with its new ones.
async function refresh(key) {
  const first = new URL(location.pathname, location.href);
  try {
    const answer = await fetch(first, { headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["counts", "reviews"]) {
      document.getElementById(id).replaceWith(document.adoptNode(fresh.getElementById(id)));
    }
    // The first page is shown now.
    history.replaceState(history.state, "", first);
    announce(key);
  } catch (failure) {
    // The change succeeded; an error message would invite the reader to repeat it.
    complain(texts.get(key));
  }
}

function complain(text) {
  problem.textContent = text;
  problem.hidden = false;
}

async function attempt(action, button) {
  problem.hidden = true;
  button.disabled = true;
  try {
    await action();
  } catch (failure) {
    complain(failure instanceof RequestError ? failure.message : texts.get("failed"));
    problem.scrollIntoView({ block: "nearest" });
  } finally {
    button.disabled = false;
  }
}

like.addEventListener("click", () => attempt(async () => {
  const liked = like.getAttribute("aria-pressed") === "true";
  const state = await (await change(liked ? "DELETE" : "PUT", "/like")).json();
  like.setAttribute("aria-pressed", String(state.liked));
  document.getElementById("likes").textContent = number.format(state.likes);
  announce(state.liked ? "liked" : "unliked");
}, like).then(() => like.focus()));

function hasControls(text) {
  return /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/u.test(text);
}

function fits(text, most, lines) {
  return text !== "" && [...text].length <= most && !hasControls(text) && (lines || !text.includes("\n"));
}

function mark(name, wrong) {
  const hint = document.getElementById(`${name}-wrong`);
  hint.textContent = wrong ? texts.get(`wrong-${name}`) : "";
  hint.hidden = !wrong;
  for (const field of form.querySelectorAll(`[name="${name}"]`)) {
    field.setAttribute("aria-invalid", String(wrong));
  }
  return wrong ? form.querySelector(`[name="${name}"]`) : null;
}

function draft() {
  const nickname = form.nickname.value.trim();
  const text = form.text.value.replaceAll("\r\n", "\n").trim();
  const rating = Number(form.rating.value);
  const wrong = [mark("nickname", !fits(nickname, 20, false)), mark("rating", rating < 1),
    mark("text", !fits(text, 1000, true))].find(Boolean);
  wrong?.focus();
  return wrong ? null : { nickname, rating, text };
}

function write(review) {
  edited = review?.dataset.id ?? null;
  form.reset();
  if (review) {
    form.nickname.value = review.querySelector(".nickname").textContent;
    form.text.value = review.querySelector(".review-text").textContent;
    form.rating.value = review.dataset.rating;
  }
  for (const name of ["nickname", "rating", "text"]) {
    mark(name, false);
  }
  problem.hidden = true;
  cancel.hidden = !review;
  title.textContent = review ? title.dataset.edit : title.dataset.new;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const review = draft();
  if (review) {
    attempt(async () => {
      await change(edited ? "PUT" : "POST", edited ? `/reviews/${edited}` : "/reviews", review);
      const done = edited ? "edited" : "posted";
      write(null);
      await refresh(done);
      document.getElementById("reviews-head").focus();
    }, event.submitter ?? form.querySelector("[type=submit]"));
  }
});

cancel.addEventListener("click", () => {
  write(null);
  title.scrollIntoView({ block: "nearest" });
});

document.getElementById("main").addEventListener("click", (event) => {
  const button = event.target.closest(".edit, .delete");
  const review = button?.closest(".review");
  if (!review) {
    return;
  }
  if (button.classList.contains("edit")) {
    write(review);
    form.text.focus();
  } else if (confirm(texts.get("confirm-delete"))) {
    attempt(async () => {
      await change("DELETE", `/reviews/${review.dataset.id}`);
      if (edited === review.dataset.id) {
        write(null);
      }
      await refresh("deleted");
      document.getElementById("reviews-head").focus();
    }, button);
  }
});
