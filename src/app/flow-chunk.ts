import type { AnyStateMachine } from 'xstate';
import type { Pending } from '#machines/shared/session.ts';
import type { Client } from '#src/api/client.ts';
import type { RequestCache } from '#src/ports/request-cache.ts';
import type { Purpose } from '#src/ports/sent-code.ts';
import type { FlowView } from './flow-views.ts';

/** A loaded flow: its machine with the real ports, and its view. */
export type LoadedFlow = {
  readonly machine: AnyStateMachine;
  readonly View: FlowView;
};

/** Dependencies of the ports of all flows. */
export type FlowEffects = {
  readonly page: Window;
  readonly client: Client;
  /** The localised purpose of a message to a person (rule 80). */
  readonly purpose: (kind: Purpose) => Promise<string>;
  /** The public IP address of the device; empty while unknown. */
  readonly ip: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The request in the initial data. */
  readonly requestCache: RequestCache;
  /** Whether the countdown of this page was stopped before a reload. */
  readonly isCountdownStopped: () => boolean;
  readonly storePending: (pending: Pending | null) => void;
};

/** A chunk: everything of one flow. */
export type FlowChunk = { readonly assemble: (effects: FlowEffects) => LoadedFlow };
