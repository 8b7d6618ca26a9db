import { SEED_PASSWORD } from '#server/seed/accounts.ts';

/**
 * A person of a walk: how many kinds of proofs a login requires at least (0 for a person who cannot sign in), and whether
 * the person has to change the password.
 */
type Walker = { readonly userId: string; readonly requiredProofs: 0 | 1 | 2; readonly mustChange?: true };

/** People of the demonstration, with every kind of account. */
export const WALKERS: readonly Walker[] = [
  { userId: 'kim', requiredProofs: 1 },
  { userId: 'lee', requiredProofs: 1 },
  { userId: 'lim', requiredProofs: 1 },
  { userId: 'park', requiredProofs: 2 },
  { userId: 'hong', requiredProofs: 2 },
  { userId: 'jang', requiredProofs: 1 },
  { userId: 'song', requiredProofs: 1 },
  { userId: 'oh', requiredProofs: 1 },
  { userId: 'noh', requiredProofs: 1 },
  { userId: 'yoon', requiredProofs: 1 },
  { userId: 'gil', requiredProofs: 1 },
  { userId: 'bong', requiredProofs: 1 },
  { userId: 'seo', requiredProofs: 1, mustChange: true },
  { userId: 'admin', requiredProofs: 1, mustChange: true },
  { userId: 'choi', requiredProofs: 0 },
  { userId: 'jung', requiredProofs: 0 },
];

/** The password that walkers set. */
export const NEW_PASSWORD = 'Gatekeeper!2027';

/** The kinds of proofs that a walker can present. */
export type WalkerProof =
  | 'password'
  | 'new password'
  | 'sent code'
  | 'device code'
  | 'phone'
  | 'passkey'
  | 'administrator';

/** The IDs and proofs that a walk has presented to the portal. */
export type PresentedProofs = ReturnType<typeof createPresentedProofs>;

export function createPresentedProofs() {
  const enteredIds = new Set<string>();
  const presented = new Set<WalkerProof>();
  return {
    enterId: (userId: string): void => void enteredIds.add(userId),
    present: (proof: WalkerProof): void => void presented.add(proof),
    /** The reason why nobody may be signed in as this person; null if the proofs suffice. */
    objection(userId: string): string | null {
      const walker = WALKERS.find((each) => each.userId === userId);
      if (!walker) return `${userId} is not a walker`;
      if (walker.requiredProofs === 0) return `${userId} may not sign in`;
      if (!enteredIds.has(userId)) return `the ID ${userId} was never entered`;
      // A new password is the same kind of proof as a password: changing a password requires further proofs.
      const kinds = new Set([...presented].map((proof) => (proof === 'new password' ? 'password' : proof)));
      if (kinds.size < walker.requiredProofs)
        return `${userId} has presented only ${[...presented].join(', ') || 'nothing'}`;
      return walker.mustChange && !presented.has('new password')
        ? `${userId} has not changed the password`
        : null;
    },
  };
}

/** The passwords that walkers type. No address and no storage may contain them. */
export const PASSWORDS: readonly string[] = [SEED_PASSWORD, NEW_PASSWORD, 'wrong password 1!'];
