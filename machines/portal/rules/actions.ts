import { type AnyActorRef, assign, type EventObject, sendTo } from 'xstate';
import type { PortalContext, PortalEvent } from '#machines/portal/portal.types.ts';

/** Arguments of the portal's guards and actions. */
export type PortalArgs = { readonly context: PortalContext };

/** XState's `assign` for the portal's context, so that actions can be written outside `setup`. */
export const assignPortal = <Params = undefined>(
  changes: Partial<PortalContext> | ((args: PortalArgs, params: Params) => Partial<PortalContext>),
) => assign<PortalContext, PortalEvent, Params, PortalEvent, never>(changes);

type ValueOrFunction<Value, Params> = Value | ((args: PortalArgs, params: Params) => Value);

/** XState's `sendTo` for the portal's context. */
export const sendFromPortal = <Params = undefined>(
  actor: ValueOrFunction<string, Params>,
  event: ValueOrFunction<EventObject, Params>,
) => sendTo<PortalContext, PortalEvent, Params, AnyActorRef, PortalEvent>(actor, event);
