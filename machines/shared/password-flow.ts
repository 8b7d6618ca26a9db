import type { PasswordSetupOutput, QuestionsOutput, SelfAuthOutput } from './password-steps.ts';

/** A step of a password flow. */
type PasswordFlowStep = 'self-auth' | 'questions' | 'password-setup';

/** The browser's Back inside a step is forwarded to the step (rule 198). */
export const backTransition = <Child extends PasswordFlowStep>(child: Child) =>
  ({
    'step.requested': {
      guard: { type: 'leavesProof', params: ({ event }: { event: { readonly step: string } }) => event.step },
      actions: { type: 'forwardBack', params: child },
    },
  }) as const;

type DoneArgs = { readonly event: { readonly output: { readonly reason: string } } };

/** The server no longer knows the proof: the flow restarts at the ID. */
export const RESTART_TRANSITIONS = { target: 'entering', actions: 'restart' } as const;

/** Transitions for a step that ended without success. */
export const UNFINISHED_TRANSITIONS = [
  { guard: { type: 'isOutdated', params: ({ event }: DoneArgs) => event.output }, ...RESTART_TRANSITIONS },
  { target: 'goingBack' },
] as const;

/** Guards shared by the flow of a password link and the flow for a forgotten password. */
export const passwordFlowGuards = {
  isBlank: (_: unknown, userId: string) => userId.trim() === '',
  wantsQuestion: (_: unknown, method: 'selfAuth' | 'questions') => method === 'questions',
  isPassed: (_: unknown, output: SelfAuthOutput) => output.reason === 'passed',
  isAnswered: (_: unknown, output: QuestionsOutput) => output.reason === 'answered',
  isSaved: (_: unknown, output: PasswordSetupOutput) => output.reason === 'saved',
  isOutdated: (_: unknown, output: { readonly reason: string }) => output.reason === 'outdated',
  /** Back acts as Prev; Forward cannot skip a proof (rule 198). */
  leavesProof: (_: unknown, step: string) => step !== 'proof',
};
