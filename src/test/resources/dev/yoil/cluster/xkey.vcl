vcl 4.1;
# A planted fault: purges what is stored, but not what is being fetched.
import directors;
import xkey;

include "./instances.vcl";

sub vcl_recv {
  set req.backend_hint = instances.backend();
  if (local.socket == "purge") {
    set req.http.Purged = xkey.purge(regsuball(req.http.Cache-Tag, ",", " "));
    return (synth(204));
  }
  return (hash);
}

sub vcl_hash {
  hash_data(req.url);
  hash_data(req.http.Accept);
  return (lookup);
}

sub vcl_backend_response {
  set beresp.http.xkey = regsuball(beresp.http.Cache-Tag, ",", " ");
  set beresp.ttl = 60s;
  return (deliver);
}

sub vcl_synth {
  set resp.body = "";
  return (deliver);
}
