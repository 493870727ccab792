-- Ends the output of wrk with one line of JSON: answers, seconds, percentiles in milliseconds, and what went wrong.
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('{"answers":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
