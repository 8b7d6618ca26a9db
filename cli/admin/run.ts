import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import type { Language } from '#i18n/locale.ts';
import { accountOffice } from '#server/administration/accounts.ts';
import { credentialOffice } from '#server/administration/credentials.ts';
import { desk, type OfficeDeps } from '#server/administration/office.ts';
import { AdministrationRefusal } from '#server/administration/refusal.ts';
import type { Portal } from '#server/login/portal.ts';
import type { AuditPast } from '#server/operations/audit/open.ts';
import { AdminUsageError, givenTo } from './arguments.ts';
import { BACKUP } from './backup.ts';
import { CREDENTIALS } from './credentials.ts';
import type { Action, Desk } from './desk.ts';
import { KEYS } from './keys.ts';
import { NotDoneError } from './not-done.ts';
import { PEOPLE } from './people.ts';
import { TRANSFER } from './transfer.ts';
import { WATCH } from './watch.ts';
import { whyNot } from './why-not.ts';

/** What the actions find around them. */
export type Around = {
  readonly portal: Portal;
  readonly past: AuditPast | null;
  readonly dataDir: string;
  readonly endEngineSessions: OfficeDeps['endEngineSessions'];
  readonly language: Language;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly input: () => Promise<string>;
};

const ACTIONS: ReadonlyMap<string, Action> = new Map(
  Object.entries({ ...PEOPLE, ...WATCH, ...CREDENTIALS, ...TRANSFER, ...KEYS, ...BACKUP }),
);

const OWNER_ONLY = 0o600;

/** Reads a file of the operator. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new NotDoneError('file', `${path} cannot be read. · 파일을 읽을 수 없어요.`);
  }
}

/** Personal data: for its owner alone, also where the file was there before. */
function writeText(path: string, text: string): void {
  writeFileSync(path, text, { mode: OWNER_ONLY });
  chmodSync(path, OWNER_ONLY);
}

/** The action that the arguments begin with, and what it was given. @throws AdminUsageError */
export function actionOf(args: readonly string[]) {
  const [name = '', ...rest] = args;
  const action = ACTIONS.get(name);
  if (name === '' || name.startsWith('-')) throw new AdminUsageError('Name an action first.');
  if (!action) throw new AdminUsageError(`There is no action "${name}".`);
  return { action, given: givenTo(name, action.about, action.options, rest) };
}

/**
 * Does one action.
 * @returns 0 when it is done, 1 when it was refused: then nothing has changed, and that stands in the audit too
 * @throws AdminUsageError
 */
export async function runAdmin(
  { action, given }: ReturnType<typeof actionOf>,
  { complain, dataDir, past, endEngineSessions, input, language, portal, print }: Around,
): Promise<0 | 1> {
  const { operator } = given;
  const { find, tell } = desk({ portal, operator });
  const deps: OfficeDeps = { portal, endEngineSessions, operator };
  const surroundings: Desk = {
    portal,
    accounts: accountOffice(deps),
    credentials: credentialOffice(deps),
    past,
    dataDir,
    tell,
    find,
    language,
    print,
    input,
    readFile: readText,
    writeFile: writeText,
  };
  try {
    await action.run(surroundings, given);
    return 0;
  } catch (error) {
    if (error instanceof AdministrationRefusal) {
      const isKnown = error.why !== 'noAccount' && error.why !== 'invalid';
      tell({ action: given.action, result: error.why, ...(isKnown && { account: error.userId }) });
      complain(whyNot(error));
      return 1;
    }
    if (!(error instanceof NotDoneError)) throw error;
    tell({ action: given.action, result: error.result });
    complain(error.message);
    return 1;
  }
}
