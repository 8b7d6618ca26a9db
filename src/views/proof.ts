import type { ReactNode } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { FailedCall } from '#i18n/error-look-up.ts';
import type { MessageKey } from '#src/app/messages.ts';

/** Props of the views that prove a method. The first and the second step use the same views. */
export type ProofProps<Machine extends AnyStateMachine> = {
  readonly actor: ActorRefFrom<Machine>;
  /** The text key of the submit button; 'Login' by default. */
  readonly submitLabel?: MessageKey | undefined;
  /** The text key of the title of the failure dialog; the title of a failed login by default. */
  readonly failureTitle?: MessageKey | undefined;
  /** The call that verifies the proof; `authenticate` by default. */
  readonly call?: FailedCall | undefined;
  /** A button next to the submit button. */
  readonly adjacentButton?: ReactNode;
  /**
   * Renders the content below the buttons, such as check boxes. `isBusy`: whether the server is verifying the proof.
   */
  readonly children?: ((isBusy: boolean) => ReactNode) | undefined;
};
