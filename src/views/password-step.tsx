import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { PasswordSetupView } from '#src/views/password-setup/password-setup.view.tsx';
import { QuestionsView } from '#src/views/questions/questions.view.tsx';
import { SelfAuthView } from '#src/views/self-auth/self-auth.view.tsx';

type Steps = Readonly<Partial<Record<'self-auth' | 'questions' | 'password-setup', AnyActorRef | undefined>>>;

/**
 * The view of the child flow that runs in a password flow; null if no child flow runs. The casts are necessary because
 * a password flow declares only the output types of its child flows.
 */
export function passwordStepOf({
  'self-auth': selfAuth,
  questions,
  'password-setup': setup,
}: Steps): ReactNode {
  if (selfAuth) return <SelfAuthView actor={selfAuth as never} />;
  if (questions) return <QuestionsView actor={questions as never} />;
  return setup ? <PasswordSetupView actor={setup as never} /> : null;
}
