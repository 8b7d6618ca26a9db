import { type ComponentType, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { IdleMachine } from '#machines/idle/idle.machine.ts';
import type { withInputNote, writeFailure } from './failure-text.ts';

/** The parts of the late chunk (`late.ts`) that views use. */
export type LateParts = {
  readonly CookieWarning: ComponentType;
  readonly IdleView: ComponentType<{ readonly actor: ActorRefFrom<IdleMachine> }>;
  readonly OperatorFooter: ComponentType;
  readonly TabsView: ComponentType;
  readonly hasHangul: (text: string) => boolean;
  readonly latinKeys: (text: string) => string;
  readonly settleParticles: (text: string) => string;
  readonly withInputNote: typeof withInputNote;
  readonly writeFailure: typeof writeFailure;
};

let loadedParts: LateParts | null = null;
const listeners = new Set<() => void>();

/** Sets the late parts, and renders the views that use them again. Null removes the parts. */
export function setLateParts(parts: LateParts | null): void {
  loadedParts = parts;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The late parts. Null until the late chunk has loaded. */
export const lateParts = (): LateParts | null => loadedParts;

/** Returns {@link lateParts}, and renders the view again when the late chunk has loaded. */
export const useLateParts = (): LateParts | null => useSyncExternalStore(subscribe, lateParts, lateParts);
