import type { PageValues } from '#server/http/page/html.ts';

/** The values of a page without a screen and without a configuration. */
export const EMPTY_PAGE: PageValues = {
  language: 'ko',
  theme: 'auto',
  preloads: [],
  screenMarkup: '',
  result: null,
  screenStyle: '',
  brandStyle: '',
  formKey: '',
  scriptlessAddress: null,
  address: null,
  config: {} as PageValues['config'],
};
