import { describeMatrix } from './matrix.ts';
import { PASSWORD_FLOW_CALLS } from './password-calls.ts';
import { PASSWORD_SENTENCES } from './password-sentences.ts';

describeMatrix(PASSWORD_FLOW_CALLS, PASSWORD_SENTENCES);
