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
