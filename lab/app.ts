import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { atlas } from './atlas/routes.ts';
import { openDeviceStore } from './devices/device-store.ts';
import { ownersOf } from './devices/owners.ts';
import { devices } from './devices/routes.ts';
import { expensesService } from './expenses/routes.ts';
import { faultPages } from './faults/routes.ts';
import { home } from './home.ts';
import type { LabOptions } from './options.ts';
import { payroll } from './payroll/routes.ts';
import { phoneApp } from './phone-app/routes.ts';
import { publicAddressLookUp } from './public-address.ts';
import { demoService } from './service/routes.ts';
import { television } from './television/routes.ts';
import { DEVICE_STYLE } from './web/device-style.ts';
import { type Bilingual, type Language, languageChoice } from './web/language.ts';
import { labPage, type Page } from './web/page.ts';
import { SCRIPT } from './web/script.ts';
import { securityHeaders } from './web/security-headers.ts';
import { STYLE } from './web/style.ts';

const NOT_FOUND_TITLE: Bilingual = { ko: '페이지를 찾을 수 없어요', en: 'There is no such page' };
const FAILURE_TITLE: Bilingual = { ko: '문제가 생겼어요', en: 'Something went wrong' };
const START_LINK: Bilingual = { ko: '시작 화면으로', en: 'Go to the start page' };

const pageWithStartLink = (title: string, language: Language): Page => ({
  title,
  body: html`<h1>${title}</h1><p><a class="button" href="/">${START_LINK[language]}</a></p>`,
});

/** The lab: everything outside the portal, on another origin. */
export function createLab(options: LabOptions): Hono {
  const deviceStore = openDeviceStore(join(options.dataDir, 'lab.json'));
  const deviceOwners = ownersOf(options, deviceStore);
  const app = new Hono();
  app.use(securityHeaders(options.portalUrl, options.labUrl));
  app.use(languageChoice);
  app.get('/lab.css', (c) =>
    c.body(STYLE + DEVICE_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  app.get('/lab.js', (c) => c.body(SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.route('/', home(options, deviceOwners));
  app.route('/', publicAddressLookUp(options.portalUrl));
  app.route('/', faultPages(options));
  app.route('/', atlas(options));
  app.route('/', devices(deviceOwners, deviceStore, options));
  app.route('/', phoneApp(options));
  for (const client of [options.client, ...options.otherClients]) {
    app.route('/', demoService({ ...options, client }));
  }
  app.route('/', payroll(options));
  app.route('/', television(options));
  app.route('/', expensesService(options));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error(error);
    return labPage(c, (language) => pageWithStartLink(FAILURE_TITLE[language], language), 500);
  });
  app.notFound((c) => labPage(c, (language) => pageWithStartLink(NOT_FOUND_TITLE[language], language), 404));
  return app;
}
