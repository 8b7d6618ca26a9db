import type { AnyActorLogic, InputFrom, OutputFrom } from 'xstate';
import type { Flow } from '#machines/shared/port.ts';

/** A machine as the flow that another one declares; TypeScript checks input and output. */
export const asFlow = <Logic extends AnyActorLogic>(machine: Logic) =>
  machine as unknown as Flow<InputFrom<Logic>, OutputFrom<Logic>>;
