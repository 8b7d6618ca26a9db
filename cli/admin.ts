import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AdminUsageError } from '#cli/admin/arguments.ts';
import type { StandaloneContext } from '#cli/admin/standalone.ts';
import { ADMIN_USAGE } from '#cli/admin/usage.ts';
import { localeOf, shownLanguage } from '#i18n/locale.ts';

// The compile cache is next to the code, so it has the same permissions. Without write access, Node caches nothing.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'munjigi'));

/** Message for a completed action that could not be audited. */
const NOT_AUDITED_MESSAGE =
  'Done, but the audit could not be written. Check its folder and disk. · 작업은 끝났지만 감사 기록을 쓰지 못했어요. 폴더와 디스크를 확인해 주세요.';

/** The language of the operator's shell, from a locale such as ko_KR.UTF-8. */
const shellLanguage = (): ReturnType<typeof shownLanguage> =>
  shownLanguage(localeOf([(process.env['LC_ALL'] || process.env['LANG'] || 'en').replace('_', '-')]));

/** Actions that change nothing and need neither the storage nor the name of an operator. */
const STANDALONE_ACTIONS: ReadonlyMap<
  string,
  (args: readonly string[], context: StandaloneContext) => Promise<number>
> = new Map([
  [
    'ldap-check',
    async (...parameters) => (await import('#cli/admin/ldap-check.ts')).runLdapCheck(...parameters),
  ],
  [
    'scim-token',
    async (...parameters) => (await import('#cli/admin/scim-token.ts')).runScimToken(...parameters),
  ],
]);

/**
 * Runs the action that the first argument names.
 * @returns the exit code: 0 when the action was done, 1 when it was refused, 3 when it was done but could not be
 *   audited
 */
async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const runStandalone = STANDALONE_ACTIONS.get(name);
  const print = (line: string): void => console.log(line);
  const language = shellLanguage();
  if (runStandalone) return runStandalone(rest, { env: process.env, language, print });
  // Imported on demand, since loading takes most of the time of a command.
  const { parseCommand, runAdmin } = await import('#cli/admin/run.ts');
  const command = await parseCommand(args);
  const { openAdminPortal } = await import('#cli/admin/open.ts');
  const { close, auditFailures, flush, ...runContext } = await openAdminPortal(process.env);
  try {
    const code = await runAdmin(command, {
      ...runContext,
      language,
      print,
      printError: (line) => console.error(line),
      input: () => text(process.stdin),
    });
    await flush();
    if (auditFailures.length === 0) return code;
    console.error(NOT_AUDITED_MESSAGE);
    return 3;
  } finally {
    await close();
  }
}

const args = process.argv.slice(2);
if (args.includes('--help') || args.length === 0) {
  console.log(ADMIN_USAGE);
} else {
  try {
    process.exitCode = await main(args);
  } catch (error) {
    const isUsageError = error instanceof AdminUsageError;
    console.error(
      isUsageError ? error.message : (await import('#cli/start/explain.ts')).explainStartError(error),
    );
    process.exitCode = isUsageError ? 2 : 1;
  }
}
