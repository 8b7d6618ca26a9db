import { describeMatrix } from './matrix.ts';
import { PASSWORD_FLOW_CALLS } from './password-calls.ts';
import { PASSWORD_MESSAGES } from './password-messages.ts';

describeMatrix(PASSWORD_FLOW_CALLS, PASSWORD_MESSAGES);
