import { describeMatrix } from './matrix.ts';
import { REGISTRATION_CALLS } from './registration-calls.ts';
import { REGISTRATION_MESSAGES } from './registration-messages.ts';

describeMatrix(REGISTRATION_CALLS, REGISTRATION_MESSAGES);
