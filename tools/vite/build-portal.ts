import { join } from 'node:path';
import { build } from 'vite';

/** Builds what the portal serves: its page, and the app for phones. @param root the project's folder */
export async function buildPortal(root: string): Promise<void> {
  await build({ root, logLevel: 'warn' });
  await build({ configFile: join(root, 'vite.phone.config.ts'), logLevel: 'warn' });
}
