import { describeMatrix } from './matrix.ts';
import { PASSWORD_FLOW_CALLS } from './password-calls.ts';

describeMatrix(PASSWORD_FLOW_CALLS);
