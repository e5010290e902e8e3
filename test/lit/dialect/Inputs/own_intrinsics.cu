__global__ void kernel(unsigned *p) { p[0] = __funnelshift_l(__ldg(p + 1), p[2], p[3]); }
