/** Every metric a worker keeps, once. Names and units follow Prometheus' conventions. `docs/OPERATIONS.md` is checked against this table. */
export interface MetricKind {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** How the values of several workers become one. */
  readonly merge: 'sum' | 'max' | 'min'
}

const counter = (help: string): MetricKind => ({ type: 'counter', help, merge: 'sum' })
const gauge = (help: string, merge: MetricKind['merge'] = 'sum'): MetricKind => ({ type: 'gauge', help, merge })
const histogram = (help: string): MetricKind => ({ type: 'histogram', help, merge: 'sum' })

export const workerMetrics = {
  http_requests_total: counter('Requests answered, by route and status.'),
  http_request_duration_seconds: histogram('From the arrival of a request to the last byte handed to the system, by route.'),
  http_response_size_bytes_total: counter('Bytes of bodies sent, by route.'),
  http_requests_in_flight: gauge('Requests being answered or written.'),
  http_connections: gauge('Open connections.'),
  http_refused_total: counter('Requests refused before they were looked at, by reason.'),
  ownscan_answers_total: counter('Answers of the query service, by outcome: ok, empty, or the failure.'),
  ownscan_rows_total: counter('Rows sent.'),
  ownscan_compressed_total: counter('Answers compressed, by encoding.'),
  ownscan_compression_cache_hits_total: counter('Answers whose gzip form was still known.'),
  ownscan_limits_degraded: gauge('1 while the configured Redis server is away and limits hold per machine only.', 'max'),
  ownscan_event_loop_delay_seconds: gauge('How late the slowest worker runs.', 'max'),
  ownscan_workers: gauge('API workers that answered this scrape.'),
  process_cpu_seconds_total: counter('User and system CPU time, all processes of the service.'),
  process_resident_memory_bytes: gauge('Resident memory, all processes of the service (shared pages of the store count in each).'),
  process_start_time_seconds: gauge('When the oldest process started, in seconds of Unix time.', 'min'),
  process_open_fds: gauge('Open file descriptors, all processes of the service.'),
  nodejs_heap_size_used_bytes: gauge('Heap in use, all processes of the service.'),
} as const satisfies Readonly<Record<string, MetricKind>>

export type WorkerMetric = keyof typeof workerMetrics

/** Read from the store and the indexer's notes when a scrape comes; labels: chain. */
export const chainMetrics = {
  ownscan_chain_head_block: gauge('Newest block of the chain as of the index.'),
  ownscan_chain_finalized_block: gauge('Newest final block; -1 while unknown.'),
  ownscan_chain_covered_blocks: gauge('Blocks indexed completely, by dataset.'),
  ownscan_chain_rows: gauge('Rows stored, by kind.'),
  ownscan_chain_lag_blocks: gauge('Blocks between the newest a node has shown and the newest indexed.'),
  ownscan_chain_head_age_seconds: gauge('Age of the newest indexed block.'),
  ownscan_chain_status: gauge('0 offline, 1 ok, 2 degraded.'),
  ownscan_chain_reorganisations: gauge('Reorganisations followed since the chain was first indexed.'),
  ownscan_chain_failed_checks: gauge('What nodes sent and did not check out since the chain was first indexed, by check.'),
  ownscan_chain_stuck_ranges: gauge('Blocks or ranges set aside, because no endpoint gives them in a form that checks.'),
  ownscan_indexer_note_age_seconds: gauge('Age of what the indexer last said of itself.'),
  ownscan_endpoint_up: gauge('1 where the endpoint is in use, 0 where it is set aside or down, by endpoint.'),
} as const satisfies Readonly<Record<string, MetricKind>>

export type ChainMetric = keyof typeof chainMetrics

/** From an answer out of memory to the time budget of a query. */
export const durationBucketsSeconds = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const
