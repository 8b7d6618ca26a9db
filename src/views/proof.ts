import type { ReactNode } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { FailedCall } from '#i18n/error-look-up.ts';
import type { MessageKey } from '#src/app/messages.ts';

/** Props of the proof part of a method screen, which both steps share. */
export type ProofProps<Machine extends AnyStateMachine> = {
  readonly actor: ActorRefFrom<Machine>;
  /** Label of the button; `Login` when absent. */
  readonly submitLabel?: MessageKey | undefined;
  /** Dialog title of a failure; a failed login by default. */
  readonly failureTitle?: MessageKey | undefined;
  /** The call that verifies the proof; `authenticate` by default. */
  readonly call?: FailedCall | undefined;
  /** Content next to the button. */
  readonly adjacentButton?: ReactNode;
  /** Content below the button, such as the boxes of the step. */
  readonly children?: ((isBusy: boolean) => ReactNode) | undefined;
};
