import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { atlasRoutes } from './atlas/routes.ts';
import { openDeviceStore } from './devices/device-store.ts';
import { deviceOwnersOf } from './devices/owners.ts';
import { deviceRoutes } from './devices/routes.ts';
import { expensesRoutes } from './expenses/routes.ts';
import { faultRoutes } from './faults/routes.ts';
import { homeRoutes } from './home.ts';
import type { LabOptions } from './options.ts';
import { payrollRoutes } from './payroll/routes.ts';
import { phoneAppRoutes } from './phone-app/routes.ts';
import { publicAddressRoutes } from './public-address.ts';
import { demoServiceRoutes } from './service/routes.ts';
import { televisionRoutes } from './television/routes.ts';
import { DEVICE_STYLE } from './web/device-style.ts';
import { type Bilingual, type Language, rememberLanguage } from './web/language.ts';
import { labPage, type Page } from './web/page.ts';
import { LAB_SCRIPT } from './web/script.ts';
import { securityHeaders } from './web/security-headers.ts';
import { LAB_STYLE } from './web/style.ts';

const NOT_FOUND_TITLE: Bilingual = { ko: '페이지를 찾을 수 없어요', en: 'There is no such page' };
const FAILURE_TITLE: Bilingual = { ko: '문제가 생겼어요', en: 'Something went wrong' };
const START_LINK: Bilingual = { ko: '시작 화면으로', en: 'Go to the start page' };

const pageWithStartLink = (title: string, language: Language): Page => ({
  title,
  body: html`<h1>${title}</h1><p><a class="button" href="/">${START_LINK[language]}</a></p>`,
});

/** Creates the lab: stand-ins of all systems around the portal, on another origin than the portal. */
export function createLab(options: LabOptions): Hono {
  const deviceStore = openDeviceStore(join(options.dataDir, 'lab.json'));
  const deviceOwners = deviceOwnersOf(options, deviceStore);
  const app = new Hono();
  app.use(securityHeaders(options.portalUrl, options.labUrl));
  app.use(rememberLanguage);
  app.get('/lab.css', (c) =>
    c.body(LAB_STYLE + DEVICE_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  app.get('/lab.js', (c) => c.body(LAB_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.route('/', homeRoutes(options, deviceOwners));
  app.route('/', publicAddressRoutes(options.portalUrl));
  app.route('/', faultRoutes(options));
  app.route('/', atlasRoutes(options));
  app.route('/', deviceRoutes(deviceOwners, deviceStore, options));
  app.route('/', phoneAppRoutes(options));
  for (const client of [options.client, ...options.otherClients]) {
    app.route('/', demoServiceRoutes({ ...options, client }));
  }
  app.route('/', payrollRoutes(options));
  app.route('/', televisionRoutes(options));
  app.route('/', expensesRoutes(options));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error(error);
    return labPage(c, (language) => pageWithStartLink(FAILURE_TITLE[language], language), 500);
  });
  app.notFound((c) => labPage(c, (language) => pageWithStartLink(NOT_FOUND_TITLE[language], language), 404));
  return app;
}
