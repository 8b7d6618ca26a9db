import { describeMatrix } from './matrix.ts';
import { REGISTERING_CALLS } from './registration-calls.ts';
import { REGISTRATION_SENTENCES } from './registration-sentences.ts';

describeMatrix(REGISTERING_CALLS, REGISTRATION_SENTENCES);
