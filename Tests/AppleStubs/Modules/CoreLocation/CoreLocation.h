// A struct of C, which Objective-C and so @objc members of Swift know.
typedef double CLLocationDegrees;

typedef struct {
  CLLocationDegrees latitude;
  CLLocationDegrees longitude;
} CLLocationCoordinate2D;
