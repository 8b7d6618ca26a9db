import type { PasswordSetupOutput, QuestionsOutput, SelfAuthOutput } from './password-steps.ts';

/** A step of a password flow. */
type PasswordFlowStep = 'self-auth' | 'questions' | 'password-setup';

/** The transition that forwards the browser's Back to the step (rule 198). */
export const backTransition = <Child extends PasswordFlowStep>(child: Child) =>
  ({
    'step.requested': {
      guard: { type: 'leavesProof', params: ({ event }: { event: { readonly step: string } }) => event.step },
      actions: { type: 'forwardBack', params: child },
    },
  }) as const;

type DoneArgs = { readonly event: { readonly output: { readonly reason: string } } };

/** The transition after the server has lost the identity proof: the flow restarts at the ID. */
export const RESTART_TRANSITIONS = { target: 'entering', actions: 'restart' } as const;

/** Transitions after a step that ended without success. */
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
  /** The history requests another step than the proof: Back acts as the button Prev. Forward cannot skip a proof (rule 198). */
  leavesProof: (_: unknown, step: string) => step !== 'proof',
};
