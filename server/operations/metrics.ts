import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Audit } from './audit/event.ts';
import type { RequestEntry } from './log.ts';

/** Values that are read when the metrics are scraped. */
type MetricSources = {
  readonly waitingPushes: () => Promise<number>;
  readonly disk: () => Promise<{ readonly free: number; readonly size: number }>;
  /** The readiness checks, as at /readyz. */
  readonly ready: () => Promise<Readonly<Record<string, boolean>>>;
  /** Expiry of each certificate, in epoch milliseconds. */
  readonly certificates: () => Promise<Readonly<Record<string, number>>>;
  /** Last read and expiry of each federation's metadata, in epoch milliseconds. */
  readonly federations: () => Promise<
    readonly { readonly name: string; readonly readAt: number | null; readonly validUntil: number | null }[]
  >;
  /** Whether a gateway is configured, by channel. */
  readonly gateways: () => Readonly<Record<string, boolean>>;
  readonly hashing: () => { readonly running: number; readonly waiting: number; readonly refused: number };
};

/** The metrics of one server. */
export type Metrics = {
  countRequest(entry: RequestEntry): void;
  /** Wraps an audit so that logins are counted. */
  countingAudit(audit: Audit): Audit;
  /** Counts a message that a gateway accepted (`taken`) or rejected (`failed`). */
  countMessage(channel: string, result: 'taken' | 'failed'): void;
  /** Counts a result of an SMS: taken, delivered, replaced, or a failure. */
  countSmsResult(gateway: string, result: string): void;
  /** Counts a password check that the directory answered, or that failed because the directory was unreachable. */
  reportDirectoryCheck(result: 'answered' | 'failed'): void;
  /** Counts a new session that was refused because the process is overloaded. */
  countRefusedSession(): void;
  /** The text format of Prometheus. */
  read(): Promise<string>;
  readonly contentType: string;
};

/** Gauges of prom-client whose names end in `_total`, although only the name of a counter may end in it. */
const MISNAMED_GAUGES = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of requests, sign-ins, messages and the server's dependencies, with the Node metrics of prom-client. */
export function metricsOf({
  waitingPushes,
  disk,
  ready,
  certificates,
  federations,
  gateways,
  hashing,
}: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED_GAUGES) registry.removeSingleMetric(name);
  const requests = new Counter({
    name: 'munjigi_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'munjigi_request_seconds',
    help: 'Time to an answer',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKET_SECONDS,
    registers,
  });
  const logins = new Counter({
    name: 'munjigi_logins_total',
    help: 'Sign-ins and refusals, by the methods that were used and the code of the refusal',
    labelNames: ['method', 'result'] as const,
    registers,
  });
  const messages = new Counter({
    name: 'munjigi_messages_total',
    help: 'Messages that a gateway accepted or rejected',
    labelNames: ['channel', 'result'] as const,
    registers,
  });
  const smsResults = new Counter({
    name: 'munjigi_sms_total',
    help: 'Results of SMS at each gateway: taken, delivered, replaced, or the failure',
    labelNames: ['gateway', 'result'] as const,
    registers,
  });
  const directoryChecks = new Counter({
    name: 'munjigi_directory_checks_total',
    help: 'Password checks that the directory answered, or that failed because it was unreachable',
    labelNames: ['result'] as const,
    registers,
  });
  new Gauge({
    name: 'munjigi_gateway_configured',
    help: 'Whether messages of the channel have a gateway',
    labelNames: ['channel'] as const,
    registers,
    collect() {
      for (const [channel, isConfigured] of Object.entries(gateways()))
        this.set({ channel }, Number(isConfigured));
    },
  });
  new Gauge({
    name: 'munjigi_ready',
    help: 'Whether each part that /readyz checks works',
    labelNames: ['part'] as const,
    registers,
    async collect() {
      for (const [part, isWorking] of Object.entries(await ready())) this.set({ part }, Number(isWorking));
    },
  });
  new Gauge({
    name: 'munjigi_certificate_expiry_timestamp_seconds',
    help: 'Expiry of a certificate; absent while it cannot be read',
    labelNames: ['certificate'] as const,
    registers,
    async collect() {
      this.reset();
      const expiries = await certificates().catch(() => ({}));
      for (const [certificate, expiry] of Object.entries(expiries)) this.set({ certificate }, expiry / 1000);
    },
  });
  new Gauge({
    name: 'munjigi_federation_read_timestamp_seconds',
    help: 'When valid metadata of a federation was last read; 0 for never',
    labelNames: ['federation'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { name, readAt } of await federations().catch(() => []))
        this.set({ federation: name }, (readAt ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'munjigi_federation_expiry_timestamp_seconds',
    help: 'Expiry of the metadata of a federation; 0 when none was read',
    labelNames: ['federation'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { name, validUntil } of await federations().catch(() => []))
        this.set({ federation: name }, (validUntil ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'munjigi_pushes_waiting',
    help: 'Unanswered pushes of all servers; NaN while the database does not answer',
    registers,
    async collect() {
      this.set(await waitingPushes().catch(() => Number.NaN));
    },
  });
  new Gauge({
    name: 'munjigi_hashing',
    help: 'Running and waiting comparisons of passwords, codes and answers',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { running, waiting } = hashing();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'munjigi_disk_bytes',
    help: 'Free and total bytes of the disk of the data; NaN while it cannot be read',
    labelNames: ['of'] as const,
    registers,
    async collect() {
      const { free, size } = await disk().catch(() => ({ free: Number.NaN, size: Number.NaN }));
      this.set({ of: 'free' }, free);
      this.set({ of: 'size' }, size);
    },
  });
  new Counter({
    name: 'munjigi_hashing_refused_total',
    help: 'Sign-ins that were refused because too many were waiting',
    registers,
    collect() {
      this.reset();
      this.inc(hashing().refused);
    },
  });
  const refusedSessions = new Counter({
    name: 'munjigi_visits_refused_total',
    help: 'New sessions that were refused because the process was overloaded',
    registers,
  });
  return {
    countRefusedSession: () => refusedSessions.inc(),
    countRequest({ method, route, status, ms }) {
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, ms / 1000);
    },
    countingAudit: (audit) => (event) => {
      if (event.event === 'login.completed' || event.event === 'login.refused') {
        logins.inc({ method: event.method ?? '', result: event.result ?? 'ok' });
      }
      audit(event);
    },
    countMessage: (channel, result) => messages.inc({ channel, result }),
    countSmsResult: (gateway, result) => smsResults.inc({ gateway, result }),
    reportDirectoryCheck: (result) => directoryChecks.inc({ result }),
    read: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
