# Shows the comment that each header begins with as it is written. No line is added or taken away, so that Doxygen's
# messages name the right ones.
2s,.*,/// @file,
3s,.*,/// @verbatim,
4,/^#pragma once/ s,^//,///,
s,^#pragma once,/// @endverbatim,
