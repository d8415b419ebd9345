// Takes the place of glad in the browser: OpenGL ES 3.0 needs no loader there.
#pragma once

#include <GLES3/gl3.h>
