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
