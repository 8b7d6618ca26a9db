import type { ReactNode } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { FailedCall } from '#i18n/error-look-up.ts';
import type { MessageKey } from '#src/app/messages.ts';

/** The part of a screen by which a method is proved. Both steps show it, each in a frame of its own. */
export type ProofProps<Machine extends AnyStateMachine> = {
  readonly actor: ActorRefFrom<Machine>;
  /** What the button says; `Login` when absent. */
  readonly submit?: MessageKey | undefined;
  /** What did not succeed, in the dialog; the login when absent. */
  readonly failed?: MessageKey | undefined;
  /** The call that looks at what is shown; the one that ends a login when absent. */
  readonly call?: FailedCall | undefined;
  /** What stands beside the button. */
  readonly beside?: ReactNode;
  /** What stands beneath the button, such as the boxes of the step. */
  readonly children?: ((isBusy: boolean) => ReactNode) | undefined;
};
