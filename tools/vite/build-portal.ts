import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds everything that the server serves: the page of the portal, the web app and the help desk.
 * @param root root folder of the project
 */
export async function buildPortal(root: string): Promise<void> {
  await build({ root, logLevel: 'warn' });
  await build({ configFile: join(root, 'vite.phone.config.ts'), logLevel: 'warn' });
  await build({ configFile: join(root, 'vite.desk.config.ts'), logLevel: 'warn' });
}
