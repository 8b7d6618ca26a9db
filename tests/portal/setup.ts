import { openBrowser } from './open-pages.ts';

openBrowser();
