import { SEED_PASSWORD } from '#server/seed/accounts.ts';

/** A person of a walk: how many different proofs a login requires at least, and whether the password has to be changed. */
type Walker = { readonly userId: string; readonly proofs: 0 | 1 | 2; readonly mustChange?: true };

/** Accounts of the demonstration, of every kind. A person with 0 proofs cannot sign in at all. */
export const WALKERS: readonly Walker[] = [
  { userId: 'kim', proofs: 1 },
  { userId: 'lee', proofs: 1 },
  { userId: 'lim', proofs: 1 },
  { userId: 'park', proofs: 2 },
  { userId: 'hong', proofs: 2 },
  { userId: 'jang', proofs: 1 },
  { userId: 'song', proofs: 1 },
  { userId: 'oh', proofs: 1 },
  { userId: 'noh', proofs: 1 },
  { userId: 'yoon', proofs: 1 },
  { userId: 'gil', proofs: 1 },
  { userId: 'bong', proofs: 1 },
  { userId: 'seo', proofs: 1, mustChange: true },
  { userId: 'admin', proofs: 1, mustChange: true },
  { userId: 'choi', proofs: 0 },
  { userId: 'jung', proofs: 0 },
];

/** The password that walkers create or change to. */
export const NEW_PASSWORD = 'Gatekeeper!2027';

/** The proofs of a person. */
export type WalkerProof =
  | 'password'
  | 'new password'
  | 'sent code'
  | 'device code'
  | 'phone'
  | 'passkey'
  | 'administrator';

/** The IDs and proofs that a walk has shown to the portal. */
export type ShownProofs = ReturnType<typeof noShownProofs>;

export function noShownProofs() {
  const enteredIds = new Set<string>();
  const shown = new Set<WalkerProof>();
  return {
    name: (userId: string): void => void enteredIds.add(userId),
    show: (proof: WalkerProof): void => void shown.add(proof),
    /** Why nobody may be signed in as this person; null when the proofs suffice. */
    objection(userId: string): string | null {
      const walker = WALKERS.find((each) => each.userId === userId);
      if (!walker) return `${userId} is no walker`;
      if (walker.proofs === 0) return `${userId} may not sign in`;
      if (!enteredIds.has(userId)) return `the ID ${userId} was never entered`;
      // A new password is the same kind of proof: changing a password requires further proofs.
      const kinds = new Set([...shown].map((proof) => (proof === 'new password' ? 'password' : proof)));
      if (kinds.size < walker.proofs)
        return `${userId} has shown ${[...shown].join(', ') || 'nothing'} alone`;
      return walker.mustChange && !shown.has('new password')
        ? `${userId} has not changed the password`
        : null;
    },
  };
}

/** Passwords, which no address and no storage may contain. */
export const PASSWORDS: readonly string[] = [SEED_PASSWORD, NEW_PASSWORD, 'wrong password 1!'];
