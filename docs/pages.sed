# What the pages' links become in the site. Those to a header lead to its reference; those to anything else that is not
# a page, a picture or an address are left as words, since the sources are not there.
s,\]\((\.\./)*include/reluk/([a-z_]+\.(hpp|cuh))\),](@ref \2),g
s,\]\(([^):]*\.(md|svg))\),]\n\1\n,g
s,\[([^]]*)\]\([^):@]*\),\1,g
s,\]\n([^\n]*)\n,](\1),g
