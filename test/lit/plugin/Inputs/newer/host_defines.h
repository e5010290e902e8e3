// An attribute as a later CUDA toolkit might bring it.
#define __of_a_later_toolkit__ __location__(of_a_later_toolkit)
