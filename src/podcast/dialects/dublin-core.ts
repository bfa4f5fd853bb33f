/** Dublin Core (dublincore.org/specifications/dublin-core/dcmi-terms), read where RSS tags are missing. */
import { date, line, personName } from './tag-readers.js';

export const dublinCore = {
  'dc:title': line,
  'dc:creator': personName,
  'dc:date': date,
  'dcterms:issued': date,
};
