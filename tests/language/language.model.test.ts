import { cases } from '#cases/language/language.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { silentLanguage } from './silent-language.ts';

describeModel(silentLanguage, { inputs: { 'the browser prefers Korean': { language: 'ko' } }, ...cases });
