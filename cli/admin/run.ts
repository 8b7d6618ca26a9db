import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Language } from '#i18n/locale.ts';
import { accountAdmin } from '#server/administration/accounts.ts';
import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import { credentialAdmin } from '#server/administration/credentials.ts';
import { directorySync } from '#server/administration/directory-sync.ts';
import { AdministrationRefusal } from '#server/administration/refusal.ts';
import type { Portal } from '#server/login/portal.ts';
import type { AuditCopies, AuditHistory } from '#server/operations/audit/open.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, parseArguments } from './arguments.ts';
import { NotDoneError } from './not-done.ts';
import { refusalText } from './refusal-text.ts';

/** The dependencies with which an action runs. */
export type RunContext = {
  readonly portal: Portal;
  readonly history: AuditHistory | null;
  readonly copies: AuditCopies;
  readonly dataDir: string;
  readonly endEngineSessions: AdminDeps['endEngineSessions'];
  readonly language: Language;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly input: () => Promise<string>;
};

type Actions = Readonly<Record<string, Action>>;

/** The names of the actions with a function that loads their file. Only the file of the requested action is loaded. */
export const ACTION_LOADERS: readonly (readonly [names: readonly string[], load: () => Promise<Actions>])[] =
  [
    [
      ['list', 'add', 'change', 'disable', 'enable', 'unlock', 'wake', 'end-sessions', 'remove'],
      async () => (await import('./people.ts')).PEOPLE_ACTIONS,
    ],
    [['show', 'explain', 'history'], async () => (await import('./inspect.ts')).INSPECTION_ACTIONS],
    [
      ['password', 'password-link', 'code', 'app-link', 'remove-factor'],
      async () => (await import('./credentials.ts')).CREDENTIAL_ACTIONS,
    ],
    [['import', 'export'], async () => (await import('./transfer.ts')).TRANSFER_ACTIONS],
    [['directory-sync'], async () => (await import('./directory-sync.ts')).DIRECTORY_ACTIONS],
    [['keys', 'rotate-keys', 'reseal'], async () => (await import('./keys.ts')).KEY_ACTIONS],
    [['federations'], async () => (await import('./federations.ts')).FEDERATION_ACTIONS],
    [['backup', 'after-restore'], async () => (await import('./backup.ts')).BACKUP_ACTIONS],
    [['bulk'], async () => (await import('./bulk.ts')).BULK_ACTIONS],
    [['audit'], async () => (await import('./audit.ts')).AUDIT_ACTIONS],
    [['notices', 'put-notice', 'end-notice'], async () => (await import('./notices.ts')).NOTICE_ACTIONS],
    [['state'], async () => (await import('./state.ts')).STATE_ACTIONS],
    [['policies', 'services'], async () => (await import('./in-force.ts')).IN_FORCE_ACTIONS],
  ];

async function actionNamed(name: string): Promise<Action | undefined> {
  const [, load] = ACTION_LOADERS.find(([names]) => names.includes(name)) ?? [];
  return (await load?.())?.[name];
}

/** File mode: only the owner can read and write the file. */
const OWNER_ONLY = 0o600;

/** @throws NotDoneError when the file cannot be read */
function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    throw new NotDoneError('file', `${path} cannot be read. · 파일을 읽을 수 없어요.`);
  }
}

/**
 * Writes a file with personal data. Afterwards only the owner can read it, even if it existed with other permissions.
 */
function writeText(path: string, text: string): void {
  writeFileSync(path, text, { mode: OWNER_ONLY });
  chmodSync(path, OWNER_ONLY);
}

/** Each line is written immediately, so that no line is lost in a crash. */
const progressFileAt: ActionContext['progressFileAt'] = (path) => ({
  lines: existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [],
  add: (line) => appendFileSync(path, `${line}\n`, { mode: OWNER_ONLY }),
});

/**
 * Finds the action that the first argument names, and parses the other arguments.
 * @throws AdminUsageError
 */
export async function parseCommand(args: readonly string[]) {
  const [name = '', ...rest] = args;
  if (name === '' || name.startsWith('-')) throw new AdminUsageError('Name an action first.');
  const action = await actionNamed(name);
  if (!action) throw new AdminUsageError(`There is no action "${name}".`);
  return { action, args: parseArguments(name, action.positionals, action.options, rest) };
}

/**
 * Runs an action. A refused action has changed nothing; its refusal is audited.
 * @returns 0 when the action was done, 1 when it was refused
 * @throws AdminUsageError
 */
export async function runAdmin(
  { action, args }: Awaited<ReturnType<typeof parseCommand>>,
  { printError, copies, dataDir, history, endEngineSessions, input, language, portal, print }: RunContext,
): Promise<0 | 1> {
  const { operator, reason } = args;
  const { find, report } = adminActions({ portal, operator, reason });
  const deps: AdminDeps = { portal, endEngineSessions, operator, reason };
  const context: ActionContext = {
    portal,
    deps,
    accounts: accountAdmin(deps),
    credentials: credentialAdmin(deps),
    directorySync: directorySync(deps),
    history,
    copies,
    dataDir,
    report,
    find,
    language,
    print,
    input,
    readFile: readBytes,
    writeFile: writeText,
    progressFileAt,
  };
  try {
    await action.run(context, args);
    return 0;
  } catch (error) {
    if (error instanceof AdministrationRefusal) {
      const hasAccount = error.reason !== 'noAccount' && error.reason !== 'invalid';
      report({ action: args.action, result: error.reason, ...(hasAccount && { account: error.userId }) });
      printError(refusalText(error));
      return 1;
    }
    if (!(error instanceof NotDoneError)) throw error;
    report({ action: args.action, result: error.result });
    printError(error.message);
    return 1;
  }
}
