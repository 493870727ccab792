-- Keys and purges of the edge cache in nginx.conf.
--
-- Each tag has a generation, and the key of a response contains the generations of its tags. A request computes the key before
-- the fetch. Thus a response that was fetched before a purge has a key that no request uses after the purge, whenever it arrives.
local _M = {}

local gmatch, concat, tonumber = string.gmatch, table.concat, tonumber
local shared, header = ngx.shared, ngx.header
local parse_http_time, time, max = ngx.parse_http_time, ngx.time, math.max

-- The tags of each URL, as the last response named them.
local learnt = shared.learnt
-- The number that the last purge of a tag gave to it.
local generations = shared.generations
-- start: random, distinguishes the keys from those of files that survived a restart; absent while the generations are reset
-- purges: the number of purges
-- numbers: the last generation
-- token: the Edge-Token of the last purge
local state = shared.state
-- The first fetch of each URL with the present generations: false while it runs, true once its response is stored.
local fetches = shared.fetches

-- The keys that this worker has computed, with the number of purges before, the token, and whether a response is stored.
local keys = require("resty.lrucache").new(5000)

local function random()
  local file = assert(io.open("/dev/urandom", "rb"))
  local bytes = file:read(12)
  file:close()
  return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

-- A reload runs this again and keeps the start.
state:safe_add("start", random())

-- Each purge has a token of its own. An instance that receives a token for the first time reads the versions of all regions. So
-- its response is not older than any purge that was answered before the request. "none" makes it read each time.
local function last_token()
  return state:get("token") or "none"
end

local function compute(uri, purges)
  local tags = learnt:get(uri)
  if not tags then
    return nil
  end
  local parts, n = { tags }, 1
  for tag in gmatch(tags, "[^,]+") do
    n = n + 1
    parts[n] = generations:get(tag) or "-"
  end
  -- Read after the generations: if a reset has deleted one of them, the start is absent or a new one.
  local start = state:get("start")
  if not start then
    return nil
  end
  parts[n + 1] = start
  local key = concat(parts, " ")
  local before = keys:get(uri)
  -- The token is read after the generations. So it is not older than the purges that they are from.
  local known = { purges = purges, key = key, token = last_token(), stored = before and before.key == key and before.stored }
  keys:set(uri, known)
  return known
end

-- Returns the part of the key that depends on the tags, beginning with them; empty if the request does not use the cache. Sets the
-- token, which each request to an instance carries.
function _M.key()
  local var = ngx.var
  local uri = var.edge_uri
  local known
  if uri ~= "" then
    local purges = state:get("purges")
    known = keys:get(uri)
    if not known or known.purges ~= purges then
      known = compute(uri, purges)
    end
  end
  if not known then
    var.edge_token = last_token()
    return ""
  end
  var.edge_token = known.token
  if not known.stored then
    var.edge_purged = "1"
  end
  return known.key
end

-- Marks the response of a URL as stored, unless a purge has changed its key.
local function mark_stored(var)
  local known = keys:get(var.edge_uri)
  if known and known.key == var.edge_key then
    known.stored = true
  end
end

-- Lets one request fetch a purged URL, and the others wait for its response, 100 ms at most.
function _M.wait()
  local var = ngx.var
  local id = var.edge_uri .. " " .. var.edge_key
  if fetches:add(id, false, 5) then
    ngx.ctx.fetch = id
    return
  end
  for _ = 1, 100 do
    local stored = fetches:get(id)
    if stored then
      return mark_stored(var)
    elseif stored == nil then
      return
    end
    ngx.sleep(0.001)
  end
end

-- Ends the fetch of a purged URL.
function _M.fetched()
  local fetch = ngx.ctx.fetch
  if not fetch then
    return
  elseif ngx.ctx.stored then
    fetches:set(fetch, true, 60)
    mark_stored(ngx.var)
  else
    fetches:delete(fetch)
  end
end

-- Says in Cache-Status why a request was forwarded, after what the service said. The Server-Timing of the service belongs to the
-- fetch and not to hits.
local function report(var, forwarded)
  header["Server-Timing"] = var.upstream_http_server_timing
  local before = var.upstream_http_cache_status
  header["Cache-Status"] = (before and before .. ", " or "") .. "edge; fwd=" .. forwarded
end

-- Learns the tags of a URL from a fetched response, and prevents storing it if its tags are not those of the key.
function _M.learn()
  local var = ngx.var
  local status = var.upstream_cache_status
  if status == "HIT" then
    -- RFC 9111, section 4: a hit says how old it is.
    local sent = parse_http_time(var.upstream_http_date or "")
    header["Age"] = sent and max(time() - sent, 0)
    return
  end
  local uri = var.edge_uri
  if uri == "" then
    local method = var.request_method
    return report(var, (method == "GET" or method == "HEAD") and "bypass" or "method")
  end
  local tags = var.upstream_http_cache_tag
  if tags and not tags:find("^[%w_,-]+$") then
    tags = nil
  end
  local known = var.edge_key:match("^%S+")
  if tags and tags ~= known then
    learnt:set(uri, tags)
    keys:delete(uri)
  end
  -- Not ngx.status, which is already 304 if the client has the response.
  local store = tags and tags == known and (var.upstream_status or ""):find("200$")
  if not store then
    var.edge_skip = "1"
  end
  local stored = store and (tonumber(var.upstream_http_x_accel_expires) or 0) > 0 and not var.upstream_http_set_cookie
  ngx.ctx.stored = stored
  report(var, (status == "EXPIRED" and "stale" or "uri-miss") .. (stored and "; stored" or ""))
end

-- Forgets all generations, and invalidates all responses. Returns false if another worker is doing it.
local function reset()
  if not state:safe_add("resetting", true, 1) then
    return false
  end
  -- In between, requests do not use the cache.
  state:delete("start")
  generations:flush_all()
  generations:flush_expired()
  state:set("start", random())
  state:delete("resetting")
  return true
end

-- Gives each tag a new generation.
local function renew(tags)
  for tag in gmatch(tags, "[%w_-]+") do
    if not generations:safe_set(tag, state:incr("numbers", 1, 0)) then
      return reset()
    end
  end
  -- Absent if a worker ended during its reset.
  return state:get("start") and true or reset()
end

-- Answers PURGE with the headers Cache-Tag and Edge-Token. Each may be absent.
function _M.purge()
  local var = ngx.var
  if var.request_method ~= "PURGE" then
    return ngx.exit(405)
  end
  local tags, token = var.http_cache_tag, var.http_edge_token
  if not tags then
    -- Only after a start: another purge may have set a later token.
    if token and state:safe_add("token", token) then
      state:incr("purges", 1, 0)
    end
    return ngx.exit(204)
  end
  -- The token comes first. Otherwise a request could have new generations and an old token.
  if token then
    state:set("token", token)
  end
  local renewed = renew(tags)
  -- Last, because workers compute their keys again when this number changes.
  state:incr("purges", 1, 0)
  return ngx.exit(renewed and 204 or 503)
end

return _M
