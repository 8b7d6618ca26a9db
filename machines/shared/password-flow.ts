import type { PasswordSetupOutput, QuestionsOutput, SelfAuthOutput } from './password-steps.ts';

/** A step of a password flow. */
type Step = 'self-auth' | 'questions' | 'password-setup';

/** The browser's Back inside a step: it is asked to go back (decision 198). */
export const backOf = <Child extends Step>(child: Child) =>
  ({
    'step.requested': {
      guard: { type: 'leavesProof', params: ({ event }: { event: { readonly step: string } }) => event.step },
      actions: { type: 'askBack', params: child },
    },
  }) as const;

type Ended = { readonly event: { readonly output: { readonly reason: string } } };

/** The server no longer knows what the person has proved: it begins anew at the ID. */
export const BEGINS_ANEW = { target: 'entering', actions: 'restart' } as const;

/** How a step ends that does not lead on. */
export const ELSE = [
  { guard: { type: 'isOutdated', params: ({ event }: Ended) => event.output }, ...BEGINS_ANEW },
  { target: 'retreating' },
] as const;

/** The rules that the flows of a link and of a forgotten password have in common. */
export const passwordFlowGuards = {
  isBlank: (_: unknown, userId: string) => userId.trim() === '',
  wantsQuestion: (_: unknown, method: 'selfAuth' | 'questions') => method === 'questions',
  isPassed: (_: unknown, output: SelfAuthOutput) => output.reason === 'passed',
  isAnswered: (_: unknown, output: QuestionsOutput) => output.reason === 'answered',
  isSaved: (_: unknown, output: PasswordSetupOutput) => output.reason === 'saved',
  isOutdated: (_: unknown, output: { readonly reason: string }) => output.reason === 'outdated',
  /** Back is Prev, and Forward goes no further than what is earned (decision 198). */
  leavesProof: (_: unknown, step: string) => step !== 'proof',
};
