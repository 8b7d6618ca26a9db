import type { AnyActorLogic, InputFrom, OutputFrom } from 'xstate';
import type { Flow } from '#machines/shared/port.ts';

/** Casts a machine to the type by which a parent machine declares its child. TypeScript compares input and output. */
export const asFlow = <Logic extends AnyActorLogic>(machine: Logic) =>
  machine as unknown as Flow<InputFrom<Logic>, OutputFrom<Logic>>;
