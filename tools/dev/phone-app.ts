import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { APP_PATH } from '#wire/phone-app.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A Vite plugin that serves the web app from its sources, without hot reload. */
export const phoneAppSources = (): Plugin => ({
  name: 'munjigi:dev-phone-app',
  apply: 'serve',
  async configureServer({ middlewares, httpServer }) {
    const phone = await createServer({
      configFile: join(ROOT, 'vite.phone.config.ts'),
      appType: 'spa',
      server: { middlewareMode: true, hmr: false, fs: { allow: [ROOT] } },
    });
    httpServer?.once('close', () => void phone.close());
    middlewares.use((request, response, next) => {
      if (request.url?.startsWith(APP_PATH)) phone.middlewares(request, response, next);
      else next();
    });
  },
});
