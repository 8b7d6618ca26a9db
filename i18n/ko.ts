import errors from './errors.ko.json' with { type: 'json' };
import texts from './ko.json' with { type: 'json' };

export default { ...texts, ...errors };
