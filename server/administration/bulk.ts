import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { BULK_RESULTS, type BulkActName, type BulkResult } from '#wire/desk/bulk.ts';
import { accountAdmin } from './accounts.ts';
import { type AdminDeps, adminActions } from './admin-actions.ts';
import { credentialAdmin } from './credentials.ts';
import { AdministrationRefusal } from './refusal.ts';

/** A bulk act for one person. */
export type BulkAct = {
  /** The result that `run` would have now; changes nothing. */
  readonly check: (userId: string) => Promise<BulkResult>;
  readonly run: (userId: string) => Promise<BulkResult>;
};

/** The password links of a bulk act. */
export type BulkLinks = {
  /** The service that the links name. */
  readonly clientId: string;
  /** Null: a link to create a password for accounts without a password, and a link to change it for the others. */
  readonly kind: PasswordLinkKind | null;
};

const isResult = (reason: string): reason is BulkResult => BULK_RESULTS.some((result) => result === reason);

/** Turns the refusal of an act for a person into a result, so that the act continues with the next person. */
const asResult =
  (work: (userId: string) => Promise<BulkResult>) =>
  async (userId: string): Promise<BulkResult> => {
    try {
      return await work(userId);
    } catch (error) {
      if (!(error instanceof AdministrationRefusal)) throw error;
      return isResult(error.reason) ? error.reason : 'refused';
    }
  };

/** The bulk acts (rule 266). The audit gets an event for each person. */
export function bulkActs(
  deps: AdminDeps,
  { clientId, kind }: BulkLinks,
): Readonly<Record<BulkActName, BulkAct>> {
  const { passwords } = deps.portal;
  const { find } = adminActions(deps);
  const accounts = accountAdmin(deps);
  const credentials = credentialAdmin(deps);
  const kindFor = async (typedId: string): Promise<PasswordLinkKind> => {
    if (kind !== null) return kind;
    const { userId } = await find(typedId);
    return (await passwords.find(userId)) ? 'change' : 'create';
  };
  const setStatus = (status: 'active' | 'disabled'): BulkAct => ({
    check: asResult(async (userId) => ((await find(userId)).status === status ? 'unchanged' : 'changed')),
    run: asResult(async (userId) =>
      (await accounts.change(userId, { status })).outcome === 'unchanged' ? 'unchanged' : 'changed',
    ),
  });
  return {
    passwordLink: {
      check: asResult(async (userId) => credentials.checkPasswordLink(userId, await kindFor(userId))),
      run: asResult(async (userId) => {
        const issued = await credentials.issuePasswordLink(userId, clientId, await kindFor(userId));
        return issued.outcome === 'printed' ? issued.why : 'sent';
      }),
    },
    appLink: { check: asResult(credentials.checkAppLink), run: asResult(credentials.mailAppLink) },
    disable: setStatus('disabled'),
    enable: setStatus('active'),
  };
}

/** Whether a later run of the act skips a person with this result. */
export const isFinalResult = (result: BulkResult): boolean => result !== 'notSent' && result !== 'tooMany';

/** Whether an act mails a link to each person. */
export const isMailedAct = (name: BulkActName): boolean => name === 'passwordLink' || name === 'appLink';

/** After so many failed mails without a sent one, the mail gateway is considered down. */
const MAX_FAILED_MAILS = 5;

/**
 * Runs `work` for one person after another.
 * @param pause runs after each person with the time at which the work for this person started
 * @returns true after the last person; false when the gateway has refused five mails in a row
 */
export async function forEachPerson(
  userIds: readonly string[],
  work: BulkAct['run'],
  onResult: (userId: string, result: BulkResult) => Promise<void>,
  pause: (startedAt: number) => Promise<void>,
): Promise<boolean> {
  let failedMails = 0;
  for (const userId of userIds) {
    const startedAt = performance.now();
    const result = await work(userId);
    await onResult(userId, result);
    failedMails = result === 'notSent' ? failedMails + 1 : 0;
    if (failedMails === MAX_FAILED_MAILS) return false;
    await pause(startedAt);
  }
  return true;
}
