import type { Ctx } from '#server/http/env.ts';
import type { RequestEngine } from '#server/login/engine.ts';
import type { FailureLimit } from '#server/login/limits/failure-limit.ts';
import type { WindowLimit } from '#server/login/limits/window-limit.ts';
import type { FindRequest } from '#server/login/pending-request.ts';
import type { Portal } from '#server/login/portal.ts';
import type { SendLimit } from '#server/login/sending/send-limit.ts';

/** Dependencies of the calls. */
export type CallDeps = {
  readonly portal: Portal;
  readonly findRequest: FindRequest;
  readonly engines: readonly RequestEngine[];
  readonly failures: FailureLimit;
  readonly sends: SendLimit;
  /** Limit for codes of the identity check, per person and per contact. */
  readonly identitySends: WindowLimit;
};

/** A call of spec section 7. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path, with a placeholder such as `:userId` for each value. */
  readonly path: string;
  readonly handle: (c: Ctx) => Response | Promise<Response>;
};
