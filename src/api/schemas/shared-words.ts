import { recognitionPatterns } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { sourceTypes } from "../../catalog/external-id.ts";
import { accountRoles } from "../../kernel/account.ts";
import { type About, SharedWord } from "../../platform/http/wire.ts";

// Lists of words that many bodies and records share: the document lists them once, and clients get a named type.

export const AccountRoleWord = (about: About = {}) => SharedWord("AccountRole", accountRoles, about);
export const RecognitionPatternWord = (about: About = {}) =>
  SharedWord("RecognitionPattern", recognitionPatterns, about);
export const SourceTypeWord = (about: About = {}) => SharedWord("SourceType", sourceTypes, about);
