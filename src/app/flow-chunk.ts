import type { AnyStateMachine } from 'xstate';
import type { Pending } from '#machines/shared/session.ts';
import type { Client } from '#src/api/client.ts';
import type { RequestCache } from '#src/ports/request-cache.ts';
import type { Purpose } from '#src/ports/sent-code.ts';
import type { FlowView } from './flow-views.ts';

/** A loaded flow. */
export type LoadedFlow = {
  /** The machine with the ports of the production portal. */
  readonly machine: AnyStateMachine;
  readonly View: FlowView;
};

/** Values and functions that the ports of the flows use. */
export type FlowEffects = {
  readonly pageWindow: Window;
  readonly client: Client;
  /** Returns a text in the shown language that says why a message is sent to the person (rule 80). */
  readonly purpose: (kind: Purpose) => Promise<string>;
  /** Returns the public IP address of the device. Empty while the address is unknown. */
  readonly ip: () => string;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Contains the answer about the request of the service if it arrived before the redirect page needs it. */
  readonly requestCache: RequestCache;
  /** Whether the person stopped the countdown on the current page before a reload. */
  readonly isCountdownStopped: () => boolean;
  /** Stores the code, push or QR code that waits for the person, so that a reload continues it. Null removes it. */
  readonly storePending: (pending: Pending | null) => void;
};

/** The module of a flow in `src/app/flows`, which the browser loads as one chunk. */
export type FlowChunk = {
  /** Connects the machine of the flow with its ports. */
  readonly assemble: (effects: FlowEffects) => LoadedFlow;
};
