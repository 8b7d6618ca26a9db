import type { Hono } from 'hono';
import * as v from 'valibot';
import type { SignalReceiver } from '#server/config/shared-signals.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { findToken } from '#server/http/bearer-token.ts';
import type { Ctx, Env } from '#server/http/env.ts';
import { bodyLimitOf } from '#server/http/guard/body-limit.ts';
import { clientNetwork } from '#server/http/guard/client-address.ts';
import { hasNul } from '#server/http/guard/nul.ts';
import { type FailureLimit, failureLimit } from '#server/login/limits/failure-limit.ts';
import type { Portal } from '#server/login/portal.ts';
import { CAEP_EVENTS } from '#server/storage/repositories/caep.ts';
import { STREAM_STATUSES } from '#server/storage/repositories/ssf-streams.ts';

const PATHS = {
  metadata: '/.well-known/ssf-configuration',
  stream: '/ssf/stream',
  status: '/ssf/status',
  verify: '/ssf/verify',
  addSubject: '/ssf/subjects/add',
  removeSubject: '/ssf/subjects/remove',
} as const;

/** The delivery method: push (RFC 8935). */
const PUSH_DELIVERY = 'urn:ietf:rfc:8935';
/** The type of the event with which a receiver tests its stream. */
const VERIFICATION_EVENT = 'https://schemas.openid.net/secevent/ssf/event-type/verification';

/** Minimum seconds between two verifications of a stream. */
const VERIFICATION_SECONDS = 10;

const MAX_CALLS_PER_MINUTE = 600;
const MAX_BODY_BYTES = 16 * 1024;

/** Thrown to refuse a call of a receiver, with an HTTP status of SSF 1.0, section 8.1. */
class SsfRefusal extends Error {
  override readonly name = 'SsfRefusal';
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: SsfRefusal['status'], message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const textField = v.pipe(v.string(), v.maxLength(1024));
const statusBody = v.object({
  stream_id: textField,
  status: v.picklist(STREAM_STATUSES),
  reason: v.optional(textField),
});
const verifyBody = v.object({ stream_id: textField, state: v.optional(textField) });
const subjectBody = v.object({
  stream_id: textField,
  subject: v.object({ format: v.literal('iss_sub'), iss: textField, sub: textField }),
});

/**
 * Reads the JSON body of a call.
 * @throws SsfRefusal 400 when the body does not match the schema
 */
async function bodyOf<Output>(c: Ctx, schema: v.GenericSchema<unknown, Output>): Promise<Output> {
  try {
    const body: unknown = JSON.parse(await c.req.text());
    if (!hasNul(body)) return v.parse(schema, body);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof v.ValiError)) throw error;
  }
  throw new SsfRefusal(400, 'The body cannot be read.');
}

const limitBody = bodyLimitOf(MAX_BODY_BYTES, () => {
  throw new SsfRefusal(413, `A body has at most ${MAX_BODY_BYTES} bytes.`);
});

const tooManyCallsRefusal = (seconds: number): SsfRefusal =>
  new SsfRefusal(429, 'Too many calls.', { 'Retry-After': String(seconds) });

const streamConfigurationRefusal = (): SsfRefusal =>
  new SsfRefusal(403, 'The operator of the portal configures the stream.');

/** The stream of a receiver (SSF 1.0, section 8.1.1). */
const streamOf = ({ name, audience, endpoint }: SignalReceiver, issuer: string) => ({
  stream_id: name,
  iss: issuer,
  aud: audience,
  delivery: { method: PUSH_DELIVERY, endpoint_url: endpoint },
  events_supported: Object.values(CAEP_EVENTS),
  events_requested: Object.values(CAEP_EVENTS),
  events_delivered: Object.values(CAEP_EVENTS),
  min_verification_interval: VERIFICATION_SECONDS,
});

/** The transmitter configuration metadata (SSF 1.0, section 7.1). */
const metadataOf = (issuer: string) => ({
  spec_version: '1_0',
  issuer,
  jwks_uri: `${issuer}/oauth2/jwks`,
  delivery_methods_supported: [PUSH_DELIVERY],
  configuration_endpoint: issuer + PATHS.stream,
  status_endpoint: issuer + PATHS.status,
  verification_endpoint: issuer + PATHS.verify,
  add_subject_endpoint: issuer + PATHS.addSubject,
  remove_subject_endpoint: issuer + PATHS.removeSubject,
  authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6750' }],
  default_subjects: 'ALL',
});

type Deps = {
  readonly portal: Portal;
  /** The limit of failures by address, which all calls of the server share. */
  readonly failures: FailureLimit;
};

type Handler = (c: Ctx, receiver: SignalReceiver) => Promise<Response>;

/**
 * Adds the metadata and the management of streams of Shared Signals (OpenID SSF 1.0), if receivers are configured. Each
 * receiver has one stream, which the operator configures (rule 258).
 */
export function mountSharedSignals(app: Hono<Env>, { portal, failures }: Deps): void {
  const { accounts, config, localTime, now, securityEvents, ssfStreams, storage } = portal;
  const { receivers } = config.sharedSignals;
  if (receivers.length === 0) return;
  const { publicUrl: issuer } = config;
  // Counts each call, not only failures.
  const callLimit = failureLimit(storage, MAX_CALLS_PER_MINUTE, now);

  /** Authenticates the calling receiver by its bearer token. A wrong token counts as a failure of the address. */
  const authenticateReceiver = async (c: Ctx): Promise<SignalReceiver> => {
    const token = findToken(
      receivers.flatMap(({ tokens }) => tokens),
      bearerOf(c),
      localTime().date,
    );
    const receiver = token && receivers.find(({ tokens }) => tokens.includes(token));
    if (!receiver) {
      if (!(await failures.begin(clientNetwork(c, config)))) throw tooManyCallsRefusal(60);
      throw new SsfRefusal(401, 'The bearer token is not valid.', { 'WWW-Authenticate': 'Bearer' });
    }
    if (!(await callLimit.begin(`ssf ${receiver.name}`))) throw tooManyCallsRefusal(60);
    return receiver;
  };

  /** @throws SsfRefusal when a call names no stream, or not the stream of the receiver */
  const checkStream = (streamId: string | undefined, { name }: SignalReceiver): void => {
    if (streamId === undefined) throw new SsfRefusal(400, 'stream_id is missing.');
    if (streamId !== name) throw new SsfRefusal(404, 'There is no such stream.');
  };

  /** The user id of the subject in a call. */
  const subjectUserOf = async (c: Ctx, receiver: SignalReceiver): Promise<string> => {
    const { stream_id: streamId, subject } = await bodyOf(c, subjectBody);
    checkStream(streamId, receiver);
    const account = subject.iss === issuer ? await accounts.find(subject.sub) : null;
    if (!account) throw new SsfRefusal(404, 'There is no such subject.');
    return account.userId;
  };

  /** Answers with the status of a receiver's stream. */
  const answerStatus = async (c: Ctx, { name }: SignalReceiver): Promise<Response> => {
    const stream = await ssfStreams.find(name);
    if (!stream) throw new SsfRefusal(404, 'There is no such stream.');
    const { status, reason } = stream;
    return c.json({ stream_id: name, status, ...(reason !== null && { reason }) });
  };

  /** Authenticates the calling receiver, limits the body, and answers with the refusal that a handler throws. */
  const withReceiver =
    (handle: Handler) =>
    async (c: Ctx): Promise<Response> => {
      c.set('route', c.req.path);
      try {
        const receiver = await authenticateReceiver(c);
        await limitBody(c, async () => undefined);
        return await handle(c, receiver);
      } catch (error) {
        if (!(error instanceof SsfRefusal)) throw error;
        return c.json({ description: error.message }, error.status, { ...error.headers });
      }
    };

  app.get(PATHS.metadata, (c) => {
    c.set('route', PATHS.metadata);
    return c.json(metadataOf(issuer), 200, { 'Cache-Control': 'public, max-age=300' });
  });
  app.get(
    PATHS.stream,
    withReceiver(async (c, receiver) => {
      const streamId = c.req.query('stream_id');
      if (streamId === undefined) return c.json([streamOf(receiver, issuer)]);
      checkStream(streamId, receiver);
      return c.json(streamOf(receiver, issuer));
    }),
  );
  app.post(
    PATHS.stream,
    withReceiver(async () => {
      throw new SsfRefusal(409, 'The receiver has a stream already.');
    }),
  );
  app.on(
    ['PUT', 'PATCH', 'DELETE'],
    PATHS.stream,
    withReceiver(async () => {
      throw streamConfigurationRefusal();
    }),
  );
  app.get(
    PATHS.status,
    withReceiver(async (c, receiver) => {
      checkStream(c.req.query('stream_id'), receiver);
      return answerStatus(c, receiver);
    }),
  );
  app.post(
    PATHS.status,
    withReceiver(async (c, receiver) => {
      const { stream_id: streamId, status, reason = null } = await bodyOf(c, statusBody);
      checkStream(streamId, receiver);
      await portal.transaction(async () => {
        await ssfStreams.setStatus(receiver.name, { status, reason });
        if (status === 'disabled') await securityEvents.drop(receiver.name, 'stream disabled');
      });
      return answerStatus(c, receiver);
    }),
  );
  app.post(
    PATHS.verify,
    withReceiver(async (c, receiver) => {
      const { stream_id: streamId, state } = await bodyOf(c, verifyBody);
      checkStream(streamId, receiver);
      const isAllowed = await ssfStreams.beginVerification(receiver.name, VERIFICATION_SECONDS * 1000);
      if (!isAllowed) throw tooManyCallsRefusal(VERIFICATION_SECONDS);
      await securityEvents.addStreamEvent(receiver.name, {
        sub_id: { format: 'opaque', id: receiver.name },
        events: { [VERIFICATION_EVENT]: state === undefined ? {} : { state } },
      });
      return c.body(null, 204);
    }),
  );
  app.post(
    PATHS.addSubject,
    withReceiver(async (c, receiver) => {
      await ssfStreams.addSubject(receiver.name, await subjectUserOf(c, receiver));
      return c.json({});
    }),
  );
  app.post(
    PATHS.removeSubject,
    withReceiver(async (c, receiver) => {
      await ssfStreams.removeSubject(receiver.name, await subjectUserOf(c, receiver));
      return c.body(null, 204);
    }),
  );
}
