import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { PasswordSetupView } from '#src/views/password-setup/password-setup.view.tsx';
import { QuestionsView } from '#src/views/questions/questions.view.tsx';
import { SelfAuthView } from '#src/views/self-auth/self-auth.view.tsx';

type Steps = Readonly<Partial<Record<'self-auth' | 'questions' | 'password-setup', AnyActorRef | undefined>>>;

/** The view of the running step of a password flow; null while none runs. Flows know only the output type of a step. */
export function passwordStepOf({
  'self-auth': selfAuth,
  questions,
  'password-setup': setup,
}: Steps): ReactNode {
  if (selfAuth) return <SelfAuthView actor={selfAuth as never} />;
  if (questions) return <QuestionsView actor={questions as never} />;
  return setup ? <PasswordSetupView actor={setup as never} /> : null;
}
