// expat for Swift. Distributions build it with DTD support, but its header shows what belongs to that only when told so.
#ifndef WAYLOG_CEXPAT_SHIM_H
#define WAYLOG_CEXPAT_SHIM_H

#define XML_DTD 1
#include <expat.h>

/// What went wrong, in expat's words.
static inline const char *waylog_expat_words(XML_Parser parser) { return XML_ErrorString(XML_GetErrorCode(parser)); }

/// The document ended where it should have gone on: nothing is wrong with what was there.
static inline int waylog_expat_ended_early(XML_Parser parser) {
  enum XML_Error code = XML_GetErrorCode(parser);
  return code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN || code == XML_ERROR_PARTIAL_CHAR ||
         code == XML_ERROR_UNCLOSED_CDATA_SECTION;
}

/// A document may grow by entities to so many times its size, and not at all beyond so many bytes.
static inline void waylog_expat_limit_growth(XML_Parser parser, float factor, unsigned long long bytes) {
  XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, factor);
  XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, bytes);
}

#endif
