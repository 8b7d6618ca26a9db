import type { AnyActorRef, AnyStateMachine } from 'xstate';
import type { LazyFlow } from '#machines/portal/flows.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { Pending } from '#machines/shared/session.ts';
import type { Client } from '#src/api/client.ts';
import type { FlowView } from './flow-views.ts';

/** A flow in one piece: its machine with the real ports, and its view. */
export type LoadedFlow = {
  readonly machine: AnyStateMachine;
  readonly View: FlowView;
};

/** What the ports of the flows are made of. */
export type FlowEffects = {
  readonly page: Window;
  readonly client: Client;
  readonly portal: () => PortalContext;
  /** The public address of the device; empty while nobody knows it. */
  readonly ip: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly keepPending: (pending: Pending | null) => void;
  /** A flow that is on. */
  readonly flow: (flow: LazyFlow) => AnyActorRef | undefined;
};

/** A chunk: everything of one flow. */
export type FlowChunk = { readonly assemble: (effects: FlowEffects) => LoadedFlow };
