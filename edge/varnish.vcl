vcl 4.1;
# Varnish as an edge cache that the instances purge. Requires Varnish 7 and varnish-modules (Debian: apt install varnish
# varnish-modules), and beside this file instances.vcl, which edge/start writes:
#
#   backend i8081 { .host = "127.0.0.1"; .port = "8081"; }
#   sub vcl_init { new instances = directors.round_robin(); instances.add_backend(i8081); }
#
# Start it with -p http_gzip_support=off, because the service compresses; with -p http_range_support=off, because it sends no
# ranges; with -p shortlived=0, because otherwise responses that live for less than 10 s have no limit of memory; and with two
# addresses: -a 127.0.0.1:8080 for clients and -a purge=127.0.0.1:6081 for purges. Only the instances may reach the second one.
# The list of generations only grows, so use this file for some thousand regions at most.
#
# Each tag has a generation, which a purge changes. A request looks up twice: by its URL, which finds a response that tells the
# tags of the URL, and then by its URL with the current generations of these tags. Thus a response that was fetched before a
# purge has a key that no request uses after the purge, whenever it arrives.
import directors;
import std;
import str;
import var;

# A POST to an instance that has ended is not repeated, so it fails until two probes have failed. Therefore an instance should
# respond for 3 s after it is no longer ready. If the actuator has a port of its own, set
# management.endpoint.health.probes.add-additional-paths to true, and probe /readyz.
probe default {
  .url = "/actuator/health/readiness";
  .interval = 1s;
  .timeout = 2s;
  .window = 2;
  .threshold = 1;
  .initial = 1;
}

include "./instances.vcl";

sub vcl_recv {
  if (req.restarts > 0) {
    return (hash);
  }
  # Several lines of a header count as one.
  std.collect(req.http.Accept);
  std.collect(req.http.Cookie, "; ");
  # Clients cannot set what this file sets.
  unset req.http.Edge-Tags;
  unset req.http.Edge-Generations;
  set req.http.Edge-Forwarded = "uri-miss";
  set req.http.X-Forwarded-Proto = "http";
  set req.http.X-Forwarded-Host = req.http.Host;
  set req.http.X-Forwarded-Port = std.port(local.ip);
  set req.backend_hint = instances.backend();
  if (local.socket == "purge") {
    if (req.method != "PURGE") {
      return (synth(405));
    }
    if (str.split(req.http.Cache-Tag, 101, ",")) {
      return (synth(400, "More than 100 tags"));
    }
    # The token comes first. Otherwise a request could have new generations and an old token. A purge without tags sets it only
    # after a start: another purge may have set a later one.
    if (req.http.Edge-Token && (req.http.Cache-Tag || !var.global_get("token"))) {
      var.global_set("token", req.http.Edge-Token);
    }
    call renew_100;
    return (synth(204));
  }
  if (req.method == "PURGE") {
    return (synth(405));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    set req.http.Edge-Forwarded = "method";
    return (pass);
  }
  # The cache does not evaluate these headers.
  if (req.http.Cookie ~ "(^|[;,\s])cache-bypass=" || req.http.Authorization || req.http.Origin || req.http.If-Match ||
      req.http.Accept-Encoding ~ "(?i);\s*q=0(\.0*)?\s*(,|$)") {
    set req.http.Edge-Forwarded = "bypass";
    return (pass);
  }
  if (req.http.Accept-Encoding ~ "(?i)\bbr\b" && req.http.Accept-Encoding ~ "(?i)\bgzip\b") {
    set req.http.Accept-Encoding = "br, gzip";
  } elseif (req.http.Accept-Encoding ~ "(?i)\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } elseif (req.http.Accept-Encoding ~ "(?i)\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    set req.http.Accept-Encoding = "identity";
  }
  return (hash);
}

# Gives one tag of a purge a new generation, and counts it.
sub renew {
  var.set_int("renewed", var.get_int("renewed") + 1);
  if (str.split(req.http.Cache-Tag, var.get_int("renewed"), ",")) {
    var.global_set(str.split(req.http.Cache-Tag, var.get_int("renewed"), ","), req.xid);
  }
}

# VCL has no loops.
sub renew_10 {
  if (str.split(req.http.Cache-Tag, var.get_int("renewed") + 1, ",")) {
    call renew; call renew; call renew; call renew; call renew; call renew; call renew; call renew; call renew; call renew;
  }
}

sub renew_100 {
  call renew_10; call renew_10; call renew_10; call renew_10; call renew_10;
  call renew_10; call renew_10; call renew_10; call renew_10; call renew_10;
}

sub vcl_hash {
  hash_data(req.url);
  if (req.http.Edge-Tags) {
    hash_data(req.http.Accept-Encoding);
    hash_data(req.http.Accept);
    hash_data(req.http.Edge-Tags);
    hash_data(req.http.Edge-Generations);
  }
  return (lookup);
}

sub vcl_hit {
  if (req.http.Edge-Tags) {
    return (deliver);
  }
  # The service sends at most five tags.
  set req.http.Edge-Tags = obj.http.Cache-Tag;
  set req.http.Edge-Generations =
    var.global_get(str.split(req.http.Edge-Tags, 1, ",")) + "," +
    var.global_get(str.split(req.http.Edge-Tags, 2, ",")) + "," +
    var.global_get(str.split(req.http.Edge-Tags, 3, ",")) + "," +
    var.global_get(str.split(req.http.Edge-Tags, 4, ",")) + "," +
    var.global_get(str.split(req.http.Edge-Tags, 5, ","));
  return (restart);
}

sub vcl_miss {
  if (!req.http.Edge-Tags && req.method == "HEAD") {
    # A fetch for the cache would be a GET.
    return (pass);
  }
  return (fetch);
}

sub vcl_backend_fetch {
  # The instance does not receive these headers.
  if (bereq.http.Edge-Tags) {
    var.set("tags", bereq.http.Edge-Tags);
    unset bereq.http.Edge-Tags;
  }
  unset bereq.http.Edge-Generations;
  unset bereq.http.Edge-Forwarded;
  # Each purge has a token of its own. An instance that receives a token for the first time reads the versions of all regions. So
  # its response is not older than any purge that was answered before the request. "none" makes it read each time.
  if (var.global_get("token")) {
    set bereq.http.Edge-Token = var.global_get("token");
  } else {
    set bereq.http.Edge-Token = "none";
  }
  set bereq.connect_timeout = 1s;
  # Longer than an instance needs to detect that the database hangs.
  set bereq.first_byte_timeout = 15s;
  set bereq.between_bytes_timeout = 15s;
}

sub vcl_backend_response {
  unset beresp.http.Edge-Stored;
  unset beresp.http.Edge-Vary;
  if (bereq.uncacheable) {
    return (deliver);
  }
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  if (beresp.status == 200 && beresp.http.Cache-Tag && !beresp.http.Set-Cookie) {
    if (!var.get("tags")) {
      # Tells the tags of this URL to later requests, for all codings.
      set beresp.http.Edge-Vary = beresp.http.Vary;
      unset beresp.http.Vary;
      set beresp.ttl = 1h;
      return (deliver);
    }
    if (beresp.http.Cache-Tag == var.get("tags") && beresp.http.CDN-Cache-Control ~ "^max-age=[0-9]+$") {
      set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^max-age=", "") + "s", 0s);
    }
  }
  if (beresp.ttl > 0s) {
    set beresp.http.Edge-Stored = "1";
  } else {
    # Concurrent requests do not wait for each other, until a response of this URL can be stored.
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
  }
  return (deliver);
}

sub vcl_backend_error {
  # Retries on the next instance, unless the request may have taken effect.
  if (bereq.retries < 2 && bereq.method != "POST" && bereq.method != "PATCH") {
    return (retry);
  }
}

sub vcl_deliver {
  if (req.http.Edge-Tags && resp.status == 200 && resp.http.Cache-Tag && resp.http.Cache-Tag != req.http.Edge-Tags) {
    # The tags of the URL have changed.
    unset req.http.Edge-Tags;
    set req.hash_always_miss = true;
    return (restart);
  }
  if (obj.hits > 0) {
    set resp.http.Cache-Status = "edge; hit";
    # The time that the service measured belongs to the fetch and not to hits.
    unset resp.http.Server-Timing;
  } else {
    if (resp.http.Edge-Stored) {
      set req.http.Edge-Forwarded = req.http.Edge-Forwarded + "; stored";
    }
    if (resp.http.Cache-Status) {
      set resp.http.Cache-Status = resp.http.Cache-Status + ", edge; fwd=" + req.http.Edge-Forwarded;
    } else {
      set resp.http.Cache-Status = "edge; fwd=" + req.http.Edge-Forwarded;
    }
  }
  if (resp.http.Edge-Vary) {
    set resp.http.Vary = resp.http.Edge-Vary;
    unset resp.http.Edge-Vary;
  }
  unset resp.http.Edge-Stored;
  unset resp.http.Cache-Tag;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Surrogate-Control;
  unset resp.http.X-Accel-Expires;
  unset resp.http.X-Varnish;
  return (deliver);
}

sub vcl_synth {
  if (local.socket == "purge") {
    set resp.body = "";
    return (deliver);
  }
  unset resp.http.X-Varnish;
}
